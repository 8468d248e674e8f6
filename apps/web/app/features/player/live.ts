import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { noteMember } from './device.ts';
import { sendReports } from './listening-reports.ts';

/** Tells what was heard while there was no connection, or in a tab that did not live to tell it. */
export const live = (_queryClient: QueryClient, viewerId: string): LiveFeature => {
  noteMember(viewerId);
  return { onOpened: [() => sendReports(viewerId)] };
};
