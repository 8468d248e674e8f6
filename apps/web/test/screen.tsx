import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { ServerFrame } from '@commons/contract/live/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react/pure';
import { type Locator, page } from 'vitest/browser';
import { viewerQuery } from '../app/features/auth/index.ts';
import { live as contributionsLive } from '../app/features/contributions/live.ts';
import { type LiveFeature, receiveFrame, registerLive } from '../app/lib/live.ts';
import { queryClient } from '../app/lib/query-client.ts';
import { UnsavedTexts } from '../app/shell/unsaved-texts.tsx';
import { Announcer } from '../app/ui/announcer.tsx';
import { Toaster } from '../app/ui/toaster.tsx';

const idOf = (number: number): string => `01a1f8b0-1842-784d-8a93-${String(number).padStart(12, '0')}`;
let lastId = 1000;

/** Returns a new id. Later ids sort after earlier ones. */
export const newId = (): string => idOf((lastId += 1));

const memberOf = (number: number, firstName: string): MemberSummary => ({
  id: idOf(number),
  firstName,
  lastName: 'Lund',
  displayName: `${firstName} Lund`,
  profileImageUrl: null,
  title: null,
});

export const ana = memberOf(1, 'Ana');
export const tom = memberOf(2, 'Tom');

/** Ana, signed in. */
export const viewer: CurrentUser = {
  ...ana,
  email: 'ana@mail.test',
  role: 'user',
  isFlagged: false,
  bio: null,
  location: null,
  favoriteBook: null,
  favoriteQuote: null,
  favoriteHobby: null,
  threeInterestingThings: null,
  currentGoal: null,
  instagram: null,
  facebook: null,
  twitter: null,
  linkedin: null,
  postsCount: 1,
  connectionsCount: 2,
  mindfulnessScore: 3,
  scoreRevision: 0,
  meditationMinutes: 0,
  mutedWords: [],
  breakUntil: null,
  consent: { state: 'given', guidelinesVersion: 1, acceptedAt: '2026-01-01T09:00:00.000Z' },
  theme: 'system',
  motion: 'system',
  textSize: 100,
  lastLoginAt: null,
  createdAt: '2026-01-01T08:00:00.000Z',
};
export const admin: CurrentUser = { ...viewer, role: 'admin' };
export const manager: CurrentUser = { ...viewer, role: 'manager' };

/** Fields of everything that a member has shared. Ana can change only her own. */
export const contributionBy = (author: MemberSummary) => ({
  id: newId(),
  authorId: author.id,
  author,
  createdAt: new Date().toISOString(),
  editedAt: null,
  isAwaitingReview: false,
  can: { edit: author === ana, delete: author === ana },
});

/** Fields of everything that members can like, without likes. */
export const withoutLikes = { likesCount: 0, countsRevision: 0, isLiked: false };

const Frame = () => (
  <>
    <main id="main" tabIndex={-1} className="px-4 sm:px-6">
      <Outlet />
      <UnsavedTexts />
    </main>
    <Announcer />
    <Toaster />
  </>
);

type ScreenOptions = {
  /** The URL of the screen, and the route's pattern if it has parameters. */
  path?: string;
  pattern?: string;
  /** The signed-in member, or null for a visitor. */
  member?: CurrentUser | null;
  live?: (queryClient: QueryClient, viewerId: string) => LiveFeature;
};

/** Renders a screen or component like the application does: with a router, server data, toasts and announcements. */
export async function renderScreen(screen: ReactNode, options: ScreenOptions = {}) {
  const { path = '/', pattern = '*', member = viewer, live } = options;
  queryClient.setQueryData(viewerQuery.queryKey, member);
  for (const feature of live ? [contributionsLive, live] : [])
    onTestFinished(registerLive(feature(queryClient, member?.id ?? '')));
  const routes = [
    { path: pattern, element: screen },
    { path: '*', element: <p>Another screen</p> },
  ];
  const router = createMemoryRouter([{ element: <Frame />, children: routes }], { initialEntries: [path] });
  const { unmount } = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const url = () => router.state.location.pathname + router.state.location.search;
  /** Leaves the screen. The next one loads its data again. */
  const leave = async () => {
    await unmount();
    queryClient.clear();
  };
  return { url, leave };
}

/** Delivers a live frame. */
export const deliver = (frame: ServerFrame): void => receiveFrame(JSON.stringify(frame));

export const button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page): Locator =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** The visible toast. At most one is shown at a time. */
export const toast = (): Locator => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

export const dialog = (): Locator => page.getByRole('dialog');

/** The card that contains a text. */
export const cardWith = (text: string): Locator => page.getByRole('article').filter({ hasText: text });

export async function chooseFromMenu(within: Pick<Locator, 'getByRole'>, menu: string | RegExp, item: string) {
  await button(menu, within).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The panel with a text that cannot be sent because its subject was deleted. */
export async function expectLostText(title: string, text: string): Promise<void> {
  const panel = page.getByRole('group', { name: title });
  await expect.element(panel).toMatchTextContent(text);
  await expectFocus(panel);
  await button('Dismiss', panel).click();
  await expect.element(panel).not.toBeInTheDocument();
}

/** Clicks at once, without waiting for animations. Works on an element that ignores clicks. */
export const clickNow = (element: Locator): void => (element.element() as HTMLElement).click();

export async function focus(element: Locator): Promise<void> {
  await expect.element(element).toBeInTheDocument();
  (element.element() as HTMLElement).focus();
}

/** Expects that an element has the focus. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.element(element).toHaveFocus();
}

const hasRunningAnimation = (): boolean =>
  document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

/** Expects no axe violation and no horizontal overflow on a phone in light mode and on a desktop in dark mode. */
export async function expectAccessible(name: string): Promise<void> {
  const { dataset } = document.documentElement;
  for (const [width, theme] of [
    [375, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.viewport(width, 800);
    dataset['theme'] = theme;
    await expect.poll(hasRunningAnimation).toBe(false);
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      rules: {
        region: { enabled: false },
        'page-has-heading-one': { enabled: false },
        'target-size': { enabled: true },
      },
    });
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`,
    );
    expect(found, `${name}, ${width} px wide, ${theme}`).toEqual([]);
    expect(document.documentElement.scrollWidth - innerWidth, `${name}, ${width} px wide`).toBeLessThanOrEqual(0);
  }
  delete dataset['theme'];
}
