import { Link, useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { laterScreens } from './later-screens.ts';
import NotFoundScreen from './not-found-screen.tsx';

/** A place that exists but is not open yet: says warmly what will be there. */
export default function LaterScreen() {
  const { pathname } = useLocation();
  const name = pathname.split('/')[1] ?? '';
  const content = laterScreens[name];
  if (content === undefined) return <NotFoundScreen />;
  return (
    <Card className="py-4 md:py-10">
      <PageTitle>{content.title}</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture={content.picture}
        title={content.title}
        text={content.text}
        action={<LaterScreenAction name={name} />}
      />
    </Card>
  );
}

function LaterScreenAction({ name }: { name: string }) {
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
