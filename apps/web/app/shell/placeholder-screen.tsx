import { Link, useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, type PictureName } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import NotFoundScreen from './not-found-screen.tsx';

type Placeholder = { title: string; text: string; picture: PictureName };

/** What is still being built, by the first part of its path. */
const placeholders: Record<string, Placeholder> = {
  search: {
    title: 'Search',
    picture: 'search',
    text: 'Soon you can look for people, posts, prompts, books, podcasts, meditations and events in one place.',
  },
};

/** A place that exists but is not open yet: says warmly what will be there. */
export default function PlaceholderScreen() {
  const { pathname } = useLocation();
  const content = placeholders[pathname.split('/')[1] ?? ''];
  if (content === undefined) return <NotFoundScreen />;
  return (
    <div className="my-auto">
      <PageTitle>{content.title}</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture={content.picture}
        title={content.title}
        text={content.text}
        action={
          <Link to={paths.home} className={buttonClass('secondary')}>
            Back to the feed
          </Link>
        }
      />
    </div>
  );
}
