import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { Member } from '../../e2e/support/member.ts';
import { request } from '../../e2e/support/members.ts';
import { mailPreviewFile, mailsPaths } from '../../packages/contract/src/mails.ts';

/** The narrowest phone, and the widest column of mail programs. */
const widths = [320, 600];

type Options = {
  directory: string;
  admin: Member;
  serverUrl: string;
  isSelected: (name: string) => boolean;
};

/** Takes screenshots of all mails, and reports mails that are wider than the screen. */
export async function takeMailScreenshots(browser: Browser, options: Options): Promise<void> {
  const { directory, admin, serverUrl, isSelected } = options;
  const { method, path: listPath } = mailsPaths.listMailPreviews;
  const previews = await request<{ name: string }[]>(admin, method, listPath);
  for (const { name } of previews.filter((preview) => isSelected(`mail-${preview.name}`)))
    for (const scheme of ['light', 'dark'])
      for (const width of widths) {
        const context = await browser.newContext({ viewport: { width, height: 600 } });
        await context.addCookies([{ ...admin.cookie, url: serverUrl }]);
        const page = await context.newPage();
        await page.goto(`${serverUrl}${mailPreviewFile(name)}?scheme=${scheme}`);
        const file = `mail-${name}-${width}-${scheme}.png`;
        await page.screenshot({ path: path.join(directory, file), fullPage: true });
        console.log(file);
        const contentWidth = await page.evaluate('document.documentElement.scrollWidth');
        if (contentWidth !== width) throw new Error(`${file}: the mail is ${String(contentWidth)} px wide`);
        await context.close();
      }
}
