import type { QueryClient } from '@tanstack/react-query';
import { onOpened, subscribe } from '../../lib/live-client.ts';
import { announce } from '../../ui/announcer.tsx';
import { applyConnectionChange, refreshConnections } from './connections.cache.ts';

/** Keeps everything loaded about connections in step with the community. Answers the function that stops it. */
export const startConnectionsLive = (queryClient: QueryClient): (() => void) => {
  const stops = [
    subscribe('connection.changed', ({ userId, state }) => {
      if (state === 'incoming') announce('Someone would like to connect with you');
      applyConnectionChange(queryClient, { userId, state });
    }),
    onOpened(() => refreshConnections(queryClient, { throwOnError: true })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
