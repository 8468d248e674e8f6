import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadPart } from '../../lib/load-part.ts';

/** Keeps members' figures and connections current on every screen. Mounted once, by the shell. */
export const useMembersLive = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Like the socket itself, its handlers arrive after the first load.
    const starting = loadPart(() => import('./members-live.ts')).then(({ startMembersLive }) =>
      startMembersLive(queryClient),
    );
    starting.catch((error: unknown) => reportError(error));
    return () => void starting.then((stop) => stop()).catch(() => undefined);
  }, [queryClient]);
};
