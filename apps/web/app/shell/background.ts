import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
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
  stops.push(startLiveConnection(), prefetchOnIntent(), syncScrollPadding());
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

/** Hover or focus for this long makes a click likely. */
const restMilliseconds = 100;

type ScreenModule = { clientLoader?: (call: { params: object; request: Request }) => unknown };

/** Preloads the code of a link's screen and starts its reads. */
const prefetchScreen = async (link: HTMLAnchorElement): Promise<void> => {
  // oxlint-disable-next-line no-underscore-dangle -- the name is React Router's
  const screens = Object.values(window.__reactRouterManifest?.routes ?? {}).flatMap(({ path, parentId, module }) =>
    path === undefined || parentId !== 'shell/screens' ? [] : [{ path: `/${path}`, id: module }],
  );
  const match = matchRoutes(screens, new URL(link.href).pathname)?.at(-1);
  if (!match) return;
  const screen = (await import(/* @vite-ignore */ match.route.id)) as ScreenModule;
  screen.clientLoader?.({ params: match.params, request: new Request(link.href) });
};

/** Preloads the screens of links that are hovered or focused. Returns a function that stops this. */
const prefetchOnIntent = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedulePrefetch = ({ target }: Event) => {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    if (!link || link.target === '_blank' || link.pathname === window.location.pathname) return;
    // The screen itself retries and shows failures.
    timer = setTimeout(() => void prefetchScreen(link).catch(() => undefined), restMilliseconds);
  };
  document.addEventListener('pointerover', schedulePrefetch, { passive: true });
  document.addEventListener('focusin', schedulePrefetch);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('pointerover', schedulePrefetch);
    document.removeEventListener('focusin', schedulePrefetch);
  };
};
