import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import { locale } from '../lib/locale.ts';
import { DocumentHead } from './document-head.tsx';

/** The style sheets of the build that this file belongs to. */
declare const STYLE_SHEETS: readonly string[];

type PlainDocument = {
  path: string;
  frame: ReactNode;
  screen: ReactNode;
  script?: ReactNode;
};

/** The HTML of a page that does without the application. Runs in the build and in the server only. */
export function renderDocument({ path, frame, screen, script }: PlainDocument): string {
  const html = renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <DocumentHead />
        {STYLE_SHEETS.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <StaticRouter location={path}>
          <Routes>
            <Route element={frame}>
              <Route path="*" element={screen} />
            </Route>
          </Routes>
        </StaticRouter>
        {script}
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${html}`;
}
