import type { MemberSummary } from '@commons/contract/members';
import { type VisibilityChange, profileCalls } from '@commons/contract/profiles';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { recentByClient } from '../../lib/client-state.ts';
import { publishChange } from '../../lib/live.ts';
import { showToast } from '../../lib/toast-store.ts';
import { viewerQuery } from '../auth/index.ts';
import { hideFromConnections, refreshConnections, refreshSuggestions } from '../connections/index.ts';
import { hideAuthor, hideFromFeed, restoreAuthor, restoreToFeed } from '../feed/index.ts';
import { changeProfile, profileKeys } from './profile.api.ts';

type NamedMember = Pick<MemberSummary, 'id' | 'displayName'>;

export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }) => call(profileCalls.listBlocks, undefined, { signal }),
});

export const mutesQuery = queryOptions({
  queryKey: ['mutes'],
  queryFn: ({ signal }) => call(profileCalls.listMutes, undefined, { signal }),
});

/** A block or mute, or its end, in any of the viewer's tabs. */
type HiddenChange = { userId: string; change: VisibilityChange };

const changeHandlers: Record<HiddenChange['change'], (queryClient: QueryClient, userId: string) => void> = {
  blocked: (queryClient, userId) => {
    queryClient.setQueryData(profileKeys.one(userId), null);
    hideAuthor(queryClient, userId);
    hideFromConnections(queryClient, userId);
    void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: blocksQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: mutesQuery.queryKey });
  },
  unblocked: (queryClient, userId) => {
    queryClient.setQueryData(blocksQuery.queryKey, (list) => list?.filter(({ id }) => id !== userId));
    void queryClient.invalidateQueries({ queryKey: mutesQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: profileKeys.one(userId) });
    void restoreAuthor(queryClient, userId);
    void refreshConnections(queryClient);
  },
  muted: (queryClient, userId) => {
    changeProfile(queryClient, userId, (profile) => ({ ...profile, isMuted: true }));
    hideFromFeed(queryClient, userId);
    void queryClient.invalidateQueries({ queryKey: mutesQuery.queryKey });
    refreshSuggestions(queryClient);
  },
  unmuted: (queryClient, userId) => {
    changeProfile(queryClient, userId, (profile) => ({ ...profile, isMuted: false }));
    queryClient.setQueryData(mutesQuery.queryKey, (list) => list?.filter(({ id }) => id !== userId));
    void restoreToFeed(queryClient, userId);
    refreshSuggestions(queryClient);
  },
};

/** The last applied change of each member. */
const appliedChanges = recentByClient<HiddenChange['change']>();

/** Clears the applied changes after a gap in the live connection, so that the next one is applied in any case. */
export const forgetHiddenChanges = (queryClient: QueryClient): void => appliedChanges(queryClient).clear();

/**
 * Updates all cached data after a block, a mute or its end. The viewer's own changes arrive twice, as a response and as
 * a frame; the second one has no effect.
 */
export const applyHiddenChange = (queryClient: QueryClient, { userId, change }: HiddenChange): void => {
  if (appliedChanges(queryClient).get(userId) === change) return;
  appliedChanges(queryClient).set(userId, change);
  changeHandlers[change](queryClient, userId);
  publishChange('hidden.changed', { userId, change });
};

export const useBlock = (member: NamedMember, onBlocked: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['posts', 'comments', 'connections', 'profiles', 'blocks', 'mutes', 'messages'] },
    mutationFn: () => call(profileCalls.block, { params: { userId: member.id } }),
    onSuccess: () => {
      onBlocked();
      applyHiddenChange(queryClient, { userId: member.id, change: 'blocked' });
      showToast({
        title: 'Blocked',
        description: `You and ${member.displayName} no longer see each other. You can undo this in Settings.`,
      });
    },
    onError: (error) => showFailure(error, `${member.displayName} could not be blocked. Please try again.`),
  });
};

export const useUnblock = (member: NamedMember) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['posts', 'comments', 'connections', 'profiles', 'blocks', 'mutes', 'messages'] },
    mutationFn: () => call(profileCalls.unblock, { params: { userId: member.id } }),
    onSuccess: () => {
      applyHiddenChange(queryClient, { userId: member.id, change: 'unblocked' });
      showToast({ title: 'Unblocked', description: `You and ${member.displayName} can see each other again.` });
    },
    onError: (error) => showFailure(error, `${member.displayName} could not be unblocked. Please try again.`),
  });
};

export const useSetMuted = (member: NamedMember) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['posts', 'comments', 'connections', 'profiles', 'blocks', 'mutes', 'messages'] },
    mutationFn: (isMuted: boolean) =>
      isMuted
        ? call(profileCalls.mute, { params: { userId: member.id } })
        : call(profileCalls.unmute, { params: { userId: member.id } }),
    onSuccess: (_, isMuted) => {
      applyHiddenChange(queryClient, { userId: member.id, change: isMuted ? 'muted' : 'unmuted' });
      showToast(
        isMuted
          ? {
              title: 'Muted',
              description: `Posts by ${member.displayName} no longer appear in your feed. They are not notified.`,
            }
          : { title: 'Unmuted', description: `Posts by ${member.displayName} are back in your feed.` },
      );
    },
    onError: (error, isMuted) =>
      showFailure(
        error,
        isMuted
          ? `${member.displayName} could not be muted. Please try again.`
          : `${member.displayName} could not be unmuted. Please try again.`,
      ),
  });
};
