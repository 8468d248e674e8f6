import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { sendReports } from './listening-reports.ts';
import { storeLastMember } from './listening-storage.ts';

/** Sends reports of listening while offline or in closed tabs. */
export const live = (_queryClient: QueryClient, viewerId: string): LiveFeature => {
  storeLastMember(viewerId);
  return { onOpened: [() => sendReports(viewerId)] };
};
