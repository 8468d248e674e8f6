import type { PageReply, PageRequest } from '@commons/contract/rendered-pages';
import { use } from 'react';
import { Outlet } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import * as postScreen from './features/feed/post-screen.tsx';
import * as wallScreen from './features/gratitude/wall-screen.tsx';
import * as journalScreen from './features/journal/journal-screen.tsx';
import * as meditationScreen from './features/meditations/meditation-screen.tsx';
import * as profileScreen from './features/members/profile-screen.tsx';
import * as messagesScreen from './features/messages/messages-screen.tsx';
import { DocumentContext } from './lib/document.ts';
import { DocumentHead } from './shell/document-head.tsx';
import * as frame from './shell/frame.tsx';
import * as homeScreen from './shell/home-screen.tsx';
import * as settingsScreen from './shell/settings-screen.tsx';
import * as accountSettings from './shell/settings/account-settings.tsx';
import { createTestRenderer } from './test-renderer.ts';

export const viewer = {
  id: '01a1f8b0-1842-784d-8a93-e722f3082526',
  email: 'ana@mail.test',
  firstName: 'Ana',
  lastName: 'Field',
  displayName: 'Ana Field',
  title: null,
  profileImageUrl: null,
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
  connectionsCount: 2,
  postsCount: 1,
  consent: { state: 'given', guidelinesVersion: 1, acceptedAt: '2026-03-01T08:00:00.000Z' },
};

export const postOf = (number: number, content = `Note ${number}`, createdAt = new Date().toISOString()) => ({
  id: `01a1f8b0-1842-784d-8a93-e722f30825${number + 10}`,
  authorId: viewer.id,
  author: { id: viewer.id, displayName: 'Ana Field', title: null, profileImageUrl: null },
  content,
  contentWarning: null,
  imageUrl: null,
  imageAlt: null,
  images: [],
  poll: null,
  eventId: null,
  event: null,
  createdAt,
  editedAt: null,
  isAwaitingReview: false,
  likesCount: 3,
  commentsCount: 0,
  countsRevision: 0,
  isLiked: false,
  can: { edit: true, delete: true },
});

export const noteOf = (number: number, content?: string) => ({
  ...postOf(number, content),
  positionX: 10,
  positionY: 10,
  rotation: 1,
});

type TestRoute = { id: string; parentId?: string; path?: string; index?: true; module: object };

const routes: TestRoute[] = [
  { id: 'root', path: '', module: { default: TestRoot } },
  { id: 'shell/frame', parentId: 'root', module: frame },
  { id: 'home', parentId: 'shell/frame', index: true, module: homeScreen },
  { id: 'post', parentId: 'shell/frame', path: 'posts/:id', module: postScreen },
  { id: 'profile', parentId: 'shell/frame', path: 'profile/:id?', module: profileScreen },
  { id: 'wall', parentId: 'shell/frame', path: 'gratitude-wall', module: wallScreen },
  { id: 'meditation', parentId: 'shell/frame', path: 'meditations/:id', module: meditationScreen },
  { id: 'messages', parentId: 'shell/frame', path: 'messages/:userId?', module: messagesScreen },
  { id: 'journal', parentId: 'shell/frame', path: 'journal', module: journalScreen },
  { id: 'settings-screen', parentId: 'shell/frame', module: settingsScreen },
  { id: 'account', parentId: 'settings-screen', path: 'settings/account', module: accountSettings },
];

/** A document without scripts. */
function TestRoot() {
  return (
    <html lang="en" data-text-size={use(DocumentContext).appearance?.textSize}>
      <head>
        <DocumentHead />
      </head>
      <body>
        <Outlet />
      </body>
    </html>
  );
}

const renderer = createTestRenderer(routes);

/** Renders a page with these replies to its calls. Other calls respond with an empty list. */
export const renderTestPage = async (
  path: string,
  replies: Record<string, Partial<PageReply>>,
  request: Partial<PageRequest> = {},
): Promise<{ status: number; html: string }> => {
  const read = async (url: string): Promise<PageReply> => {
    // Pages that are rendered at the same time take turns.
    await new Promise((resolve) => setImmediate(resolve));
    return { status: 200, body: '[]', link: undefined, ...replies[url] };
  };
  const { status, html } = await renderer.renderPage({
    url: `http://localhost${path}`,
    viewerId: viewer.id,
    nonce: 'n0nce',
    read,
    signal: new AbortController().signal,
    reportError: (error) => {
      throw error;
    },
    ...request,
  });
  return { status, html: new TextDecoder().decode(html) };
};

/** Returns a successful reply. */
export const replyWith = (value: unknown): Partial<PageReply> => ({ body: JSON.stringify(value) });

/** Renders a member's `/`. */
export const renderHome = async (
  posts: unknown[],
  productName = 'Mindful Commons',
  person: object = viewer,
): Promise<string> => {
  renderer.configurePages({ productName, signUp: 'open', publicUrl: 'http://localhost' });
  const page = await renderTestPage('/', { '/api/auth/user': replyWith(person), '/api/posts': replyWith(posts) });
  if (page.status !== 200) throw new Error(`The page has the status ${page.status}.`);
  // Without the comments between texts, which React needs to hydrate them.
  return page.html.replaceAll('<!-- -->', '');
};

/**
 * Renders pages of two members at the same time in each round: twenty feeds, profiles and gratitude walls. Counts those
 * that differ from pages that were rendered alone.
 */
export async function countWrongPages(rounds: number): Promise<number> {
  let wrongPages = 0;
  const ana = { ...viewer, firstName: 'Ana', displayName: 'Ana Field' };
  const ben = { ...viewer, id: '01a1f8b0-1842-784d-8a93-e722f3082527', firstName: 'Ben', displayName: 'Ben Field' };
  const cleo = {
    id: '01a1f8b0-1842-784d-8a93-e722f3082528',
    displayName: 'Cleo Hill',
    title: null,
    profileImageUrl: null,
  };
  const renderFor = async (member: typeof viewer) => {
    const home = renderHome(
      [{ ...postOf(1, `Only for ${member.firstName}`), authorId: cleo.id, author: cleo }],
      'Mindful Commons',
      member,
    );
    const profile = renderTestPage('/profile', { '/api/auth/user': replyWith(member) });
    const wall = renderTestPage('/gratitude-wall', {
      '/api/auth/user': replyWith(member),
      '/api/gratitude-posts': replyWith([
        { ...noteOf(1, `Only for ${member.firstName}`), authorId: cleo.id, author: cleo },
      ]),
    });
    return (await home) + (await profile).html + (await wall).html;
  };
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const [expectedForAna, expectedForBen] = [await renderFor(ana), await renderFor(ben)];
  for (const [html, own, other] of [
    [expectedForAna, ana, ben],
    [expectedForBen, ben, ana],
  ] as const) {
    expect(html).toContain(own.id);
    expect(html.includes(other.id) || html.includes(other.firstName)).toBe(false);
  }
  for (let round = 0; round < rounds; round += 1) {
    const pages = await Promise.all(Array.from({ length: 20 }, (_, index) => renderFor(index % 2 === 0 ? ana : ben)));
    for (const [index, html] of pages.entries())
      if (html !== (index % 2 === 0 ? expectedForAna : expectedForBen)) wrongPages += 1;
  }
  return wrongPages;
}
