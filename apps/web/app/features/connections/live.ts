import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { announce } from '../../ui/announcer.tsx';
import { applyConnectionChange, refreshConnections } from './connections.cache.ts';

/** Keeps cached connection data current. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: {
    'connection.changed': ({ userId, state }) => {
      if (state === 'incoming') announce('Someone would like to connect with you');
      applyConnectionChange(queryClient, { userId, state });
    },
  },
  onOpened: [() => refreshConnections(queryClient, { throwOnError: true })],
});
