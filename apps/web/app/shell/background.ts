import type { QueryClient } from '@tanstack/react-query';
import { viewerQuery } from '../features/auth/index.ts';
import { saveAppearance } from '../lib/appearance.ts';
import { startLiveConnection } from '../lib/live-socket.ts';
import { type LiveFeature, registerLive } from '../lib/live.ts';
import { removeOtherMembersData } from './leave-device.ts';

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

/** Space between the header and a focused element, whose outline is four pixels wide. */
const gapPixels = 8;

/**
 * Sets `scroll-padding-top` so that the sticky header never covers a focused element or an anchor. The height of the
 * header depends on the width, the font and its badges. Set on the root directly: a CSS variable there would restyle
 * every element.
 */
function syncScrollPadding(): () => void {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    // On a phone, an open chat hides the header.
    style.scrollPaddingTop = height === 0 ? '' : `${Math.ceil(height) + gapPixels}px`;
  });
  const header = document.querySelector('header');
  if (header) watch.observe(header);
  return () => {
    watch.disconnect();
    style.scrollPaddingTop = '';
  };
}
