import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { rememberMember } from './device.ts';
import { sendReports } from './listening-reports.ts';

/** Sends reports of listening while offline or in closed tabs. */
export const live = (_queryClient: QueryClient, viewerId: string): LiveFeature => {
  rememberMember(viewerId);
  return { onOpened: [() => sendReports(viewerId)] };
};
