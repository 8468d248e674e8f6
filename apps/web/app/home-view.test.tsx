import type { PreloadedResponse } from '@commons/contract/home-view';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderHomeView } from './home-view.tsx';

const viewer = {
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

const postOf = (number: number, content = `Note ${number}`, createdAt = new Date().toISOString()) => ({
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

const render = (posts: unknown[], productName = 'Mindful Commons', person: object = viewer) => {
  const answers: PreloadedResponse[] = [
    { url: '/api/auth/user', body: JSON.stringify(person), link: null },
    { url: '/api/posts', body: JSON.stringify(posts), link: null },
  ];
  return renderHomeView({ answers, productName });
};

const articlesIn = (html: string) => html.match(/<article/g) ?? [];

test("renders as many posts as fit in a window, in the member's frame", async () => {
  const html = await render(Array.from({ length: 20 }, (_, index) => postOf(index)));
  expect(articlesIn(html)).toHaveLength(5);
  expect(html).toContain('<title>Community Feed · Mindful Commons</title>');
  expect(html).toContain('Your menu, Ana Field');
  expect(html).toMatch(/<main id="main".*Note 0.*Note 4/s);
  expect(html).not.toContain('Note 5');
});

test('shows the end of the feed after the last post, also in an empty feed', async () => {
  expect(await render([postOf(1)])).toContain('You’re all caught up.');
  expect(await render([])).toContain('Be the first to share something with the community.');
});

test('escapes post texts, and does not replace the product name in them', async () => {
  const words = '</div></script><script>alert(1)</script><img src=x onerror=alert(1)> of Mindful Commons';
  const html = await render([postOf(1, words)], 'The “Quiet” <Garden>');
  expect(html).not.toMatch(/<script|<img src=x/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; of Mindful Commons');
  expect(html).toContain('<title>Community Feed · The “Quiet” &lt;Garden&gt;</title>');
});

test('formats relative times at the time of the request', async () => {
  const createdAt = new Date().toISOString();
  expect(await render([postOf(1, 'Now', createdAt)])).toContain('less than a minute ago');
  vi.useFakeTimers({ now: Date.now() + 3 * 60 * 60 * 1000, toFake: ['Date'] });
  try {
    expect(await render([postOf(1, 'Then', createdAt)])).toContain('about 3 hours ago');
  } finally {
    vi.useRealTimers();
  }
});

test('keeps no data between readers, and no timers', async () => {
  await render([postOf(1, 'Only for Ana')]);
  vi.useFakeTimers();
  try {
    const html = await render([postOf(2, 'Only for Ben')], 'Mindful Commons', { ...viewer, firstName: 'Ben' });
    expect(html).not.toContain('Only for Ana');
    expect(html).toContain('Ben Field');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('pages of two members that render concurrently contain nothing of each other', { timeout: 60_000 }, async () => {
  const ana = { ...viewer, firstName: 'Ana', displayName: 'Ana Field' };
  const ben = { ...viewer, id: '01a1f8b0-1842-784d-8a93-e722f3082527', firstName: 'Ben', displayName: 'Ben Field' };
  const cleo = {
    id: '01a1f8b0-1842-784d-8a93-e722f3082528',
    displayName: 'Cleo Hill',
    title: null,
    profileImageUrl: null,
  };
  const renderFor = (member: typeof viewer) =>
    render(
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
  for (let round = 0; round < 50; round += 1) {
    const pages = await Promise.all(Array.from({ length: 20 }, (_, index) => renderFor(index % 2 === 0 ? ana : ben)));
    for (const [index, html] of pages.entries())
      expect(html === (index % 2 === 0 ? expectedForAna : expectedForBen)).toBe(true);
  }
});
