import type { PageReply } from '@commons/contract/rendered-pages';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { pageRequestContext } from './lib/page-data.ts';
import { readingThrough } from './lib/page-reads.server.ts';
import { setProductName } from './lib/product.ts';
import Frame, { loader as loadFrame } from './shell/frame.tsx';
import HomeScreen, { loader as loadHome } from './shell/home-screen.tsx';

export const viewer = {
  id: '01a1f8b0-1842-784d-8a93-e722f3082526',
  email: 'ana@mail.test',
  firstName: 'Ana',
  lastName: 'Field',
  displayName: 'Ana Field',
  title: null,
  profileImageUrl: null,
  connectionsCount: 2,
  postsCount: 1,
};

export const postOf = (number: number, content = `Note ${number}`, createdAt = new Date().toISOString()) => ({
  id: `01a1f8b0-1842-784d-8a93-e722f30825${number + 10}`,
  authorId: viewer.id,
  author: { id: viewer.id, displayName: 'Ana Field', title: null, profileImageUrl: null },
  content,
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

const handler = createStaticHandler([
  {
    id: 'frame',
    Component: Frame,
    loader: loadFrame,
    children: [{ id: 'home', index: true, Component: HomeScreen, loader: loadHome }],
  },
]);

/** Renders a member's `/` as `server.ts` does. */
export const renderHome = (
  posts: unknown[],
  productName = 'Mindful Commons',
  person: object = viewer,
): Promise<string> => {
  const replies: Record<string, unknown> = { '/api/auth/user': person, '/api/posts': posts };
  const read = async (url: string): Promise<PageReply> => {
    // Pages that are rendered at the same time take turns.
    await new Promise((resolve) => setImmediate(resolve));
    return { status: 200, body: JSON.stringify(replies[url]), link: undefined };
  };
  setProductName(productName);
  return readingThrough(read, async () => {
    const requestContext = new RouterContextProvider();
    requestContext.set(pageRequestContext, { isForMember: true });
    const context = await handler.query(new Request('http://localhost/'), { requestContext });
    if (context instanceof Response) throw new Error('The home screen redirected.');
    if (context.errors) throw new AggregateError(Object.values(context.errors), 'A loader failed.');
    return renderToStaticMarkup(
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />,
    );
  });
};

/**
 * Renders twenty pages of two members at the same time in each round. Counts the pages that differ from a page that was
 * rendered alone.
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
  const renderFor = (member: typeof viewer) =>
    renderHome(
      [{ ...postOf(1, `Only for ${member.firstName}`), authorId: cleo.id, author: cleo }],
      'Mindful Commons',
      member,
    );
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
