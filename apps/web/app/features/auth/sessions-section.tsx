import { authCalls } from '@commons/contract/auth/calls';
import { securityCalls } from '@commons/contract/security/calls';
import { mutationOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import type { SignOutWith } from '../../lib/session-ended.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FocusRestorer } from '../../ui/focus.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { EndSessionsButton } from './end-sessions-button.tsx';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(authCalls.listSessions, undefined, { signal }),
  // Always refetched: no live frame reports sign-ins on other devices.
  gcTime: 0,
});

const endOthersMutation = mutationOptions({ mutationFn: () => call(securityCalls.endOtherSessions) });

/** Lists the member's sessions, with a button for each and one for all. */
export function SessionsSection({ signOutWith }: { signOutWith: SignOutWith }) {
  const queryClient = useQueryClient();
  const endOthers = useMutation({
    meta: { changes: ['sessions'] },
    ...endOthersMutation,
    onSuccess: () => {
      showToast({ title: 'You are signed out everywhere else' });
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (error) => showFailure(error, 'That did not work. Please try again.'),
  });
  return (
    <SettingsSection
      title="Where you are signed in"
      text="If you do not recognise one of these, sign out everywhere and choose a new password."
    >
      <Sessions />
      <div className="mt-2 flex flex-wrap gap-3 border-t border-line pt-6">
        <Button variant="secondary" isPending={endOthers.isPending} onClick={() => endOthers.mutate()}>
          Sign out everywhere else
        </Button>
        <EndSessionsButton
          label="Sign out everywhere"
          variant="quiet"
          title="Sign out everywhere"
          text="You will be signed out on every device, this one included. What you shared stays."
          confirmLabel="Sign out everywhere"
          failedText="You could not be signed out everywhere. Please try again."
          onEnd={() => call(authCalls.endAllSessions)}
          signOutWith={signOutWith}
        />
      </div>
    </SettingsSection>
  );
}

function Sessions() {
  return (
    <Loaded
      query={useQuery(sessionsQuery)}
      loading={
        <Loading label="Loading" className="flex flex-col gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      }
      failure={{ variant: 'banner', text: 'The list could not be loaded.' }}
    >
      {(sessions) => (
        <FocusRestorer label="Signed-in browsers">
          <ul className="-my-3 divide-y divide-line">
            {sessions.map((session) => (
              <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                <MonitorSmartphone size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
                <div className="min-w-0 flex-1 basis-32">
                  <p className="text-sm font-semibold">{describeDevice(session.userAgent)}</p>
                  <p className="text-xs text-muted">
                    Signed in <RelativeTime at={session.createdAt} /> · last used{' '}
                    <RelativeTime at={session.lastUsedAt} />
                  </p>
                </div>
                {session.isCurrent ? <Badge tone="ok">This device</Badge> : <EndSession session={session} />}
              </li>
            ))}
          </ul>
        </FocusRestorer>
      )}
    </Loaded>
  );
}

function EndSession({ session }: { session: { id: string; userAgent: string | null } }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    meta: { changes: ['sessions'] },
    mutationFn: () => call(securityCalls.endSession, { params: { id: session.id } }),
    onError: (error) => showFailure(error, 'That browser could not be signed out. Please try again.'),
    // Also refetches after a failure, because the session may already have ended.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <Button
      variant="quiet"
      size="small"
      isPending={end.isPending}
      aria-label={`Sign out ${describeDevice(session.userAgent)}`}
      onClick={() => end.mutate()}
    >
      Sign out
    </Button>
  );
}

// The order matters, because Edge and Opera also contain "Chrome", and Chrome also contains "Safari".
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** Describes a user agent: "Firefox on Windows". */
function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1];
  const system = systems.find(([pattern]) => pattern.test(text))?.[1];
  if (browser === undefined) return system === undefined ? 'Unknown device' : `A device with ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
