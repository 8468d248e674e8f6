import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { reportsKey } from './reports.api.ts';

/** Keeps the statuses of the viewer's reports current. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: {
    'report.changed': () => void queryClient.invalidateQueries({ queryKey: reportsKey }),
  },
  onOpened: [() => queryClient.invalidateQueries({ queryKey: reportsKey }, { throwOnError: true })],
});
