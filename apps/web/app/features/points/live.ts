import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { pointsKeys } from './points.api.ts';

/** Keeps the viewer's points, streak and rank current. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: {
    'points.changed': () => void queryClient.invalidateQueries({ queryKey: pointsKeys.all }),
  },
  changes: {
    'hidden.changed': () => void queryClient.invalidateQueries({ queryKey: pointsKeys.leaderboards }),
  },
  onOpened: [() => queryClient.invalidateQueries({ queryKey: pointsKeys.all }, { throwOnError: true })],
});
