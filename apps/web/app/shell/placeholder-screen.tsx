import { Link, useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, type PictureName } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import NotFoundScreen from './not-found-screen.tsx';

type Placeholder = { title: string; text: string; picture: PictureName };

/** What is still being built, by the first part of its path. */
const placeholders: Record<string, Placeholder> = {
  meditations: {
    title: 'Meditations',
    picture: 'night',
    text: 'A small collection of guided sittings is being recorded. Each minute you listen will be quietly counted, and none you miss.',
  },
  'journal-prompts': {
    title: 'Journal Prompts',
    picture: 'journal',
    text: 'Questions worth a page are on their way, sorted by what they touch. What you answer will be yours alone to read.',
  },
  books: {
    title: 'Books',
    picture: 'books',
    text: 'A shelf of books that helped someone here is being filled, with room for the ones that helped you.',
  },
  podcasts: {
    title: 'Podcasts',
    picture: 'podcasts',
    text: 'Voices for a walk or a sleepless hour: members will recommend them here, and say why.',
  },
  events: {
    title: 'Events',
    picture: 'events',
    text: 'Walks, circles and quiet evenings will be listed here in your own time zone, with a place kept for you when you say you are coming.',
  },
  'gratitude-wall': {
    title: 'Gratitude Wall',
    picture: 'gratitude',
    text: 'A wall for small paper notes: one thing, in a few words, that made the day a little lighter.',
  },
  'wellness-wins': {
    title: 'Wellness Wins',
    picture: 'wins',
    text: 'Getting out of bed can be a win. So can a finished marathon. There will be room for both, and people to cheer.',
  },
  leaderboard: {
    title: 'Leaderboard',
    picture: 'leaderboard',
    text: 'Points for care given and minutes taken will gather here. It stays friendly, and you may leave it out altogether.',
  },
  admin: {
    title: 'Admin',
    picture: 'door',
    text: 'The desk of those who look after the community is being set up: members, roles and what needs a second look.',
  },
  search: {
    title: 'Search',
    picture: 'search',
    text: 'Soon one question will look through people, posts, prompts, books, podcasts, meditations and events at once.',
  },
  'self-help': {
    title: 'Self-Help Library',
    picture: 'shelf',
    text: 'Articles and guides to read at your own pace, printable pages included, are being written for this shelf.',
  },
};

/** A place that exists but is not open yet: says warmly what will be there. */
export default function PlaceholderScreen() {
  const { pathname } = useLocation();
  const name = pathname.split('/')[1] ?? '';
  const content = placeholders[name];
  if (content === undefined) return <NotFoundScreen />;
  return (
    <Card className="py-4 md:py-10">
      <PageTitle>{content.title}</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture={content.picture}
        title={content.title}
        text={content.text}
        action={<PlaceholderAction name={name} />}
      />
    </Card>
  );
}

function PlaceholderAction({ name }: { name: string }) {
  if (name === 'self-help') {
    return (
      <a href={paths.crisis} className={buttonClass('secondary')}>
        See the crisis lines
      </a>
    );
  }
  return (
    <Link to={paths.home} className={buttonClass('secondary')}>
      Back to the feed
    </Link>
  );
}
