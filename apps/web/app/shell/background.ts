import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import { connectionsLive } from '../features/connections/live.ts';
import { feedLive } from '../features/feed/live.ts';
import { membersLive } from '../features/members/live.ts';
import { messagesLive } from '../features/messages/live.ts';
import { keepLive } from '../lib/live-socket.ts';
import { registerLive } from '../lib/live.ts';

const features = [feedLive, connectionsLive, membersLive, messagesLive];

/**
 * Starts what works behind the screen. What features do with live frames is registered before the socket opens: no frame
 * comes before its handler.
 */
export function startBackground(queryClient: QueryClient, viewerId: string): () => void {
  const stops = features.map((feature) => registerLive(feature(queryClient, viewerId)));
  stops.push(keepLive(), prefetchOnIntent());
  return () => {
    for (const stop of stops) stop();
  };
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
