import type { Page } from '@playwright/test';
import { likeButton, postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { Member, unique } from './support/member.ts';

type Fiber = {
  type: unknown;
  memoizedProps: Record<string, unknown> | null;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
};
type Recorder = { renderedCards: string[] };

/** Records the IDs of posts whose cards React renders again. Uses the React DevTools hook. */
async function recordRenderedCards(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorder = globalThis as unknown as Recorder;
    recorder.renderedCards = [];
    const visitFiber = (fiber: Fiber): void => {
      const previousFiber = fiber.alternate;
      if (fiber.type === 'article' && previousFiber && previousFiber.memoizedProps !== fiber.memoizedProps)
        recorder.renderedCards.push(String(fiber.memoizedProps?.['data-post-id']));
      if (previousFiber?.child === fiber.child) return;
      for (let { child } = fiber; child !== null; child = child.sibling) visitFiber(child);
    };
    Object.assign(globalThis, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visitFiber(root.current),
        onCommitFiberUnmount: () => undefined,
      },
    });
  });
}

const takeRenderedCards = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set((globalThis as unknown as Recorder).renderedCards.splice(0))]);

test('a like renders only the liked card, and a new score of the reader renders no card', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer();
  const [author, reader] = [await Member.join(server), await Member.join(server)];
  const texts = Array.from({ length: 5 }, () => unique('One of several.'));
  const ids: string[] = [];
  for (const text of texts) ids.push((await author.share(text)).id);
  const page = await openBrowser(reader, { server });
  await recordRenderedCards(page);
  let scoreFrames = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => (scoreFrames += Number(String(payload).includes('points.changed')))),
  );
  await page.goto('/');
  const likedPost = postWith(page, texts[2]!);
  await expect(likeButton(likedPost)).toBeVisible();
  await author.like(ids[0]!);
  await expect(likeButton(postWith(page, texts[0]!))).toHaveAccessibleName(/^Like 1 like,/);

  await takeRenderedCards(page);
  await author.like(ids[2]!);
  await expect(likeButton(likedPost)).toHaveAccessibleName(/^Like 1 like,/);
  expect(await takeRenderedCards(page)).toEqual([ids[2]]);

  await reader.share(unique('From another device.'));
  await expect.poll(() => scoreFrames).toBeGreaterThan(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect((await takeRenderedCards(page)).filter((id) => ids.includes(id))).toEqual([]);
});
