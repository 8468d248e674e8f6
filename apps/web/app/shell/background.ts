import type { QueryClient } from '@tanstack/react-query';
import { viewerQuery } from '../features/auth/index.ts';
import { saveAppearance } from '../lib/appearance.ts';
import { startLiveConnection } from '../lib/live-socket.ts';
import { type LiveFeature, registerLive } from '../lib/live.ts';
import { removeOtherMembersData } from './leave-device.ts';
import { syncScrollPadding } from './scroll-padding.ts';

type Live = (queryClient: QueryClient, viewerId: string) => LiveFeature;

/** The `live.ts` modules of all features, collected by the build. */
const features = Object.values(import.meta.glob<Live>('../features/*/live.ts', { eager: true, import: 'live' }));

/**
 * Starts background work. Registers the features' frame handlers before the socket opens, so that no frame is missed.
 */
export function startBackground(queryClient: QueryClient, viewerId: string): () => void {
  // Storage can be disabled. Then there is nothing to remove.
  void removeOtherMembersData(viewerId).catch(() => undefined);
  const stops = features.map((live) => registerLive(live(queryClient, viewerId)));
  stops.push(startLiveConnection(), syncScrollPadding());
  applyAccountAppearance(queryClient);
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Applies the display settings of the account. A member may have changed them on another device, and this one may be
 * shared.
 */
function applyAccountAppearance(queryClient: QueryClient): void {
  const viewer = queryClient.getQueryData(viewerQuery.queryKey);
  if (viewer) saveAppearance(viewer);
}
