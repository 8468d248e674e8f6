import { AboutScreen, aboutPages } from './features/about/about-screen.tsx';
import { CrisisScreen } from './features/crisis/crisis-screen.tsx';
import { ArticleScreen } from './features/self-help/article-screen.tsx';
import { articles } from './features/self-help/articles.ts';
import { SelfHelpScreen } from './features/self-help/self-help-screen.tsx';
import { paths } from './lib/paths.ts';
import { NotConnectedScreen } from './shell/not-connected-screen.tsx';
import { renderDocument } from './shell/plain-document.tsx';
import { PublicFooter } from './shell/public-frame.tsx';
import { SimpleFrame } from './shell/simple-frame.tsx';
import { SupportedBrowsersScreen } from './shell/supported-browsers-screen.tsx';

/** Bundled scripts of the crisis page and of the other pages. Neither contains `</script`. */
declare const CRISIS_SCRIPT: string;
declare const READING_SCRIPT: string;

/** The service worker's offline page, as a file of the build. */
const notConnectedPath = '/not-connected.html';

/** Static pages by path, for visitors and members. Runs only in the build. */
export const readingPages: ReadonlyMap<string, () => string> = new Map([
  [
    paths.crisis,
    () =>
      renderDocument({
        path: paths.crisis,
        frame: <SimpleFrame />,
        screen: <CrisisScreen countryScript={CRISIS_SCRIPT} />,
      }),
  ],
  ...[
    { path: paths.selfHelp, screen: <SelfHelpScreen /> },
    ...articles.map((article) => ({
      path: paths.selfHelpArticle(article.slug),
      screen: <ArticleScreen article={article} />,
    })),
    ...aboutPages.map((page) => ({ path: `/${page.slug}`, screen: <AboutScreen page={page} /> })),
    { path: paths.supportedBrowsers, screen: <SupportedBrowsersScreen /> },
    { path: notConnectedPath, screen: <NotConnectedScreen /> },
  ].map(
    ({ path, screen }) =>
      [
        path,
        () =>
          renderDocument({
            path,
            frame: <SimpleFrame footer={<PublicFooter />} />,
            screen,
            script: <script dangerouslySetInnerHTML={{ __html: READING_SCRIPT }} />,
          }),
      ] as const,
  ),
]);
