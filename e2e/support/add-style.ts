import type { Page } from '@playwright/test';

/**
 * Applies a style sheet and returns a function that removes it. The content security policy forbids the style elements
 * of Playwright's `addStyleTag`.
 */
export async function addStyle(page: Page, css: string): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle((text) => {
    const added = new CSSStyleSheet();
    added.replaceSync(text);
    document.adoptedStyleSheets.push(added);
    return added;
  }, css);
  return () =>
    sheet.evaluate((added) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== added);
    });
}
