import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import { viewerQuery } from '../features/auth/index.ts';
import { keepAppearance } from '../lib/appearance.ts';
import { keepLive } from '../lib/live-socket.ts';
import { type LiveFeature, registerLive } from '../lib/live.ts';
import { keepRoomBelowHeader } from './header-room.ts';
import { forgetOthers } from './leave-device.ts';

type Live = (queryClient: QueryClient, viewerId: string) => LiveFeature;

/** What each feature that has a `live.ts` says there, found by the build. */
const features = Object.values(import.meta.glob<Live>('../features/*/live.ts', { eager: true, import: 'live' }));

/**
 * Starts what works behind the screen. What features do with live frames is registered before the socket opens: no frame
 * comes before its handler.
 */
export function startBackground(queryClient: QueryClient, viewerId: string): () => void {
  // Storage may be forbidden: then nothing was kept in it.
  void forgetOthers(viewerId).catch(() => undefined);
  const stops = features.map((live) => registerLive(live(queryClient, viewerId)));
  stops.push(keepLive(), prefetchOnIntent(), keepRoomBelowHeader());
  showAccountsAppearance(queryClient);
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the member chose on another device. Their account is asked, not this device, which may be shared. */
function showAccountsAppearance(queryClient: QueryClient): void {
  const viewer = queryClient.getQueryData(viewerQuery.queryKey);
  if (viewer) keepAppearance(viewer);
}

/** So long a pointer rests, or the focus stays, before a press is likely. */
const restMilliseconds = 100;

type ScreenModule = { clientLoader?: (call: { params: object }) => unknown };

/** Fetches the code of the screen that a link leads to, and has it begin to read its data. */
const prefetchScreen = async (link: HTMLAnchorElement): Promise<void> => {
  // oxlint-disable-next-line no-underscore-dangle -- the name is React Router's
  const screens = Object.values(window.__reactRouterManifest?.routes ?? {}).flatMap(({ path, parentId, module }) =>
    path === undefined || parentId !== 'shell/frame' ? [] : [{ path: `/${path}`, id: module }],
  );
  const match = matchRoutes(screens, new URL(link.href).pathname)?.at(-1);
  if (!match) return;
  const screen = (await import(/* @vite-ignore */ match.route.id)) as ScreenModule;
  screen.clientLoader?.({ params: match.params });
};

/** Prefetches the screens of links that are about to be pressed, on the whole page. Answers what ends it. */
const prefetchOnIntent = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = ({ target }: Event) => {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    if (!link || link.target === '_blank' || link.pathname === window.location.pathname) return;
    // The screen itself asks again, and says so where it fails.
    timer = setTimeout(() => void prefetchScreen(link).catch(() => undefined), restMilliseconds);
  };
  document.addEventListener('pointerover', note, { passive: true });
  document.addEventListener('focusin', note);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('pointerover', note);
    document.removeEventListener('focusin', note);
  };
};
