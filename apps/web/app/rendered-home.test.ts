import type { PageRequest } from '@commons/contract/rendered-pages';
import { expect, test, vi } from 'vitest';
import { countWrongPages, noteOf, postOf, renderHome, renderTestPage, replyWith, viewer } from './test-home-page.tsx';
import { createTestRenderer } from './test-renderer.ts';

const articlesIn = (html: string) => html.match(/<article/g) ?? [];

test("renders as many posts as fit in a window, in the member's frame", async () => {
  const html = await renderHome(Array.from({ length: 20 }, (_, index) => postOf(index)));
  expect(articlesIn(html)).toHaveLength(5);
  expect(html).toContain('<title>Community Feed · Mindful Commons</title>');
  expect(html).toContain('Your menu, Ana Field');
  expect(html).toMatch(/<main id="main".*Note 0.*Note 4/s);
  expect(html).not.toContain('Note 5');
});

test('shows the end of the feed after the last post, also in an empty feed', async () => {
  expect(await renderHome([postOf(1)])).toContain('You’re all caught up.');
  expect(await renderHome([])).toContain('Be the first to share something with the community.');
});

test('escapes post texts, and does not replace the product name in them', async () => {
  const words = '</div></script><script>alert(1)</script><img src=x onerror=alert(1)> of Mindful Commons';
  const html = await renderHome([postOf(1, words)], 'The “Quiet” <Garden>');
  expect(html).not.toMatch(/<script|<img src=x/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; of Mindful Commons');
  expect(html).toContain('<title>Community Feed · The “Quiet” &lt;Garden&gt;</title>');
});

test('formats relative times at the time of the request', async () => {
  const createdAt = new Date().toISOString();
  expect(await renderHome([postOf(1, 'Now', createdAt)])).toContain('less than a minute ago');
  vi.useFakeTimers({ now: Date.now() + 3 * 60 * 60 * 1000, toFake: ['Date'] });
  try {
    expect(await renderHome([postOf(1, 'Then', createdAt)])).toContain('about 3 hours ago');
  } finally {
    vi.useRealTimers();
  }
});

test('keeps no data between readers, and no timers', async () => {
  await renderHome([postOf(1, 'Only for Ana')]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    const html = await renderHome([postOf(2, 'Only for Ben')], 'Mindful Commons', { ...viewer, firstName: 'Ben' });
    expect(html).not.toContain('Only for Ana');
    expect(html).toContain('Ben Field');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a profile page stops all of its timers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    for (let count = 0; count < 10; count += 1) {
      const { status, html } = await renderTestPage('/profile', { '/api/auth/user': replyWith(viewer) });
      expect(status).toBe(200);
      expect(html).toContain('Ana Field');
    }
    // The time in which React Router sends the data of a page.
    vi.advanceTimersByTime(5_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a failed read ends without rendering the page', async () => {
  const page = await renderTestPage('/', { '/api/auth/user': replyWith(viewer), '/api/posts': { status: 500 } });
  expect(page).toEqual({ status: 503, html: '' });
});

test('a missing post does not hide a failed read of the viewer', async () => {
  const replies = { '/api/auth/user': { status: 500 }, '/api/posts': { status: 404 } };
  expect(await renderTestPage('/', replies)).toEqual({ status: 503, html: '' });
});

const meditation = {
  ...{ id: '01a1f8b0-1842-784d-8a93-e722f3082599', title: 'Slow rain', description: 'Listen.', duration: 600 },
  ...{ audioUrl: '/uploads/rain.mp3', albumCoverUrl: null, commentsCount: 0, countsRevision: 0 },
  can: { edit: false, delete: false },
};

test('a missing or blocked profile has the status 404', async () => {
  const id = '01a1f8b0-1842-784d-8a93-e722f3082599';
  const replies = { '/api/auth/user': replyWith(viewer), [`/api/users/${id}`]: { status: 404 } };
  const page = await renderTestPage(`/profile/${id}`, replies);
  expect(page.status).toBe(404);
  expect(page.html).toContain('Member not found');
});

test.for([
  ['/posts', postOf(1)],
  ['/meditations', meditation],
] as const)('a screen below %s arrives with the first comments', async ([path, subject]) => {
  const { id, author, authorId, createdAt, isAwaitingReview, can } = postOf(2);
  const comment = { id, author, authorId, createdAt, isAwaitingReview, can, editedAt: null };
  const comments = Array.from({ length: 7 }, (_, index) => ({ ...comment, id: `${index}`, content: `Word ${index}` }));
  const address = `${path}/${subject.id}`;
  const page = await renderTestPage(address, {
    '/api/auth/user': replyWith(viewer),
    [`/api${address}`]: replyWith(subject),
    [`/api${address}/comments`]: replyWith(comments),
  });
  expect(page.status).toBe(200);
  expect(page.html).toMatch(/<ol.*Word 0.*Word 5.*<\/ol>/);
  expect(page.html).not.toMatch(/<ol.*Word 6.*<\/ol>/);
});

test.for(['/profile', `/profile/${viewer.id}`])('%s arrives with the posts of its reader', async (path) => {
  const replies = {
    '/api/auth/user': replyWith(viewer),
    [`/api/posts?userId=${viewer.id}`]: replyWith([postOf(1)]),
  };
  const page = await renderTestPage(path, replies);
  expect(page.status).toBe(200);
  expect(page.html).toContain('Note 1');
});

test.for([
  ['/posts/none', '/api/posts/none', 'This post is no longer available'],
  ['/profile/none', '/api/users/none', 'Member not found'],
  ['/meditations/none', '/api/meditations/none', 'This meditation is no longer available'],
] as const)('the title of %s says that nothing is there', async ([path, call, title]) => {
  const replies = { '/api/auth/user': replyWith(viewer), [call]: { status: 404 } };
  const page = await renderTestPage(path, replies);
  expect(page.status).toBe(404);
  expect(page.html.match(/<title>.*?<\/title>/g)).toEqual([`<title>${title} · Mindful Commons</title>`]);
});

test('the gratitude wall arrives with the notes of its first board', async () => {
  const notes = Array.from({ length: 20 }, (_, index) => noteOf(index));
  const replies = { '/api/auth/user': replyWith(viewer), '/api/gratitude-posts': replyWith(notes) };
  const { status, html } = await renderTestPage('/gratitude-wall', replies);
  expect(status).toBe(200);
  expect(html).toContain('Note 19');
  // The reader's time zone decides whether a note is from today.
  expect(html).not.toContain('Today');
});

test('a meditation arrives with its player, and a missing one has the status 404', async () => {
  const { id } = meditation;
  const replies = { '/api/auth/user': replyWith(viewer) };
  const page = await renderTestPage(`/meditations/${id}`, {
    ...replies,
    [`/api/meditations/${id}`]: replyWith(meditation),
  });
  expect(page.status).toBe(200);
  expect(page.html).toMatch(/Slow rain.*aria-label="Play".*Save for offline/s);
  const missing = await renderTestPage(`/meditations/${id}`, {
    ...replies,
    [`/api/meditations/${id}`]: { status: 404 },
  });
  expect(missing.status).toBe(404);
  expect(missing.html).toContain('This meditation is no longer available');
});

test.for([
  ['/messages', 'Select a conversation'],
  [`/messages/${viewer.id}`, 'Back to conversations'],
  ['/journal', 'Only you can see it.'],
  ['/settings/account', 'Where you are signed in'],
])('%s arrives with its frame, without private data', async ([path = '', content = '']) => {
  const read = vi.fn<PageRequest['read']>(async () => ({ status: 200, body: JSON.stringify(viewer), link: undefined }));
  const page = await renderTestPage(path, {}, { read });
  expect(page.status).toBe(200);
  expect(page.html).toContain('Ana Field');
  expect(page.html).toContain(content);
  expect(read.mock.calls).toEqual([['/api/auth/user']]);
});

test('the data of a page is not sent as a page', async () => {
  const page = await renderTestPage('/profile.data', { '/api/auth/user': replyWith(viewer) });
  expect(page).toEqual({ status: 500, html: '' });
});

test('an error of the rendering is reported to the server', async () => {
  const reportError = vi.fn<(error: unknown) => void>();
  const replies = { '/api/auth/user': replyWith(viewer), '/api/posts': replyWith([{ id: 'Not a post' }]) };
  expect(await renderTestPage('/', replies, { reportError })).toEqual({ status: 500, html: '' });
  expect(reportError).toHaveBeenCalledWith(expect.any(RangeError));
});

test('a page has the text size of its reader’s account', async () => {
  const { html } = await renderTestPage('/', { '/api/auth/user': replyWith({ ...viewer, textSize: 125 }) });
  expect(html).toContain('<html lang="en" data-text-size="125">');
});

test('rendering ends when the page is no longer needed', async () => {
  const stopping = new AbortController();
  const page = renderTestPage('/', {}, { signal: stopping.signal, read: () => new Promise(() => {}) });
  stopping.abort();
  expect(await page).toEqual({ status: 500, html: '' });
});

test('calls on the server have no timeout of their own, which would keep the page for its duration', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  try {
    await renderHome([postOf(1)]);
    expect(timeout).not.toHaveBeenCalled();
  } finally {
    timeout.mockRestore();
  }
});

test('pages of two members that render concurrently contain nothing of each other', async () => {
  expect(await countWrongPages(5)).toBe(0);
});

test.for([
  ['/journal-prompts', true],
  ['/journal%2Dprompts', true],
  ['/%6Aournal-prompts', true],
  ['/journal-prompts%2F', false],
  ['/journal-promptss', false],
  ['/%', false],
] as const)('%s is a screen: %s', ([pathname, isScreen]) => {
  const { findScreen } = createTestRenderer([{ id: 'prompts', path: 'journal-prompts', module: {} }]);
  expect(findScreen(pathname) !== undefined).toBe(isScreen);
});
