import type { Page } from '@playwright/test';

/** Delays a lazily loaded chunk. The returned function releases it and resolves when the code has run and rendered. */
export async function holdChunk(page: Page, name: string): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    const responsePromise = page.waitForResponse(new RegExp(`/assets/${name}-`));
    resolve();
    const url = (await responsePromise).url();
    await page.evaluate(async (address) => {
      await import(address);
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }, url);
  };
}
