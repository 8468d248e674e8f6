import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { storeLastMember } from './listening-keys.ts';
import { sendReports } from './listening.ts';

/** Sends reports of listening while offline or in closed tabs. */
export const live = (_queryClient: QueryClient, viewerId: string): LiveFeature => {
  storeLastMember(viewerId);
  return { onOpened: [() => sendReports(viewerId)] };
};
