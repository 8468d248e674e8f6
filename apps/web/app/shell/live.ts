import type { QueryClient } from '@tanstack/react-query';
import { connectionsLive } from '../features/connections/live.ts';
import { feedLive } from '../features/feed/live.ts';
import { membersLive } from '../features/members/live.ts';
import { messagesLive } from '../features/messages/live.ts';
import { keepLive } from '../lib/live-socket.ts';
import { registerLive } from '../lib/live.ts';

const features = [feedLive, connectionsLive, membersLive, messagesLive];

/** Registers what features do with live frames, then opens the socket: no frame comes before its handler. */
export function startLive(queryClient: QueryClient, viewerId: string): () => void {
  const stops = features.map((feature) => registerLive(feature(queryClient, viewerId)));
  const hangUp = keepLive();
  return () => {
    hangUp();
    for (const stop of stops) stop();
  };
}
