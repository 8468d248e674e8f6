import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadLaterPart } from '../../lib/after-first-screen.ts';

/** Keeps members' figures and connections current on every screen. Mounted once, by the shell. */
export const useMembersLive = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Like the socket itself, its handlers arrive after the first screen.
    const starting = loadLaterPart(() => import('./members-live.ts')).then(({ startMembersLive }) =>
      startMembersLive(queryClient),
    );
    starting.catch((error: unknown) => reportError(error));
    return () => void starting.then((stop) => stop()).catch(() => undefined);
  }, [queryClient]);
};
