import { useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { loadsScreen } from '../../lib/query-client.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { recommendationLists, Recommendations } from './index.ts';

export { ScreenError as ErrorBoundary } from '../../ui/screen-error.tsx';

const screens = [
  { path: paths.journalPrompts, type: 'journal_prompt', title: 'Journal Prompts' },
  { path: paths.books, type: 'book', title: 'Books' },
  { path: paths.podcasts, type: 'podcast', title: 'Podcasts' },
] as const;

const screenAt = (pathname: string) =>
  screens.find(({ path }) => pathname.toLowerCase().startsWith(path)) ?? screens[0];

export const clientLoader = loadsScreen((queryClient) => {
  void queryClient.prefetchInfiniteQuery(recommendationLists.query(screenAt(window.location.pathname).type));
});

/** A section whose own list is not open yet: what members recommend is there. */
export default function RecommendationsScreen() {
  const screen = screenAt(useLocation().pathname);
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{screen.title}</PageTitle>
      <h1 className="text-2xl">{screen.title}</h1>
      <Recommendations key={screen.type} type={screen.type} />
    </div>
  );
}
