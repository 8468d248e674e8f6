import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import { locale } from '../lib/locale.ts';
import { DocumentHead } from './document-head.tsx';

/** Style sheets of the current build. */
declare const STYLE_SHEETS: readonly string[];

type PlainDocument = {
  path: string;
  frame: ReactNode;
  screen: ReactNode;
  script?: ReactNode;
};

/** Returns the HTML of a page that does not use the application. Runs in the build and on the server only. */
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
