import { editedTitles } from '@commons/contract/texts';
import type { TextSummary } from '@commons/contract/texts/schemas';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/locale.ts';
import { paths } from '../../../lib/paths.ts';
import { screenLoader } from '../../../lib/query-client.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { LoadingRows } from '../../../ui/paged-list.tsx';
import { isOperatorMissing, communitySettingsQuery } from '../../operator/index.ts';
import { adminLoader, AdminPage, mayBeAdmin } from '../admin-page.tsx';
import { textsQuery } from './texts.api.ts';

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (!mayBeAdmin()) return;
  void queryClient.prefetchQuery(textsQuery);
  void queryClient.prefetchQuery(communitySettingsQuery);
});

const explanations = {
  guidelines: 'How members treat each other',
  privacy: 'Which data you keep, and why',
  accessibility: 'What works for everyone, and what does not yet',
  welcome: 'The first words to a new member',
  'crisis-lines': 'Numbers on the crisis page and beside worrying texts',
} as const;

export default function TextsScreen() {
  return (
    <AdminPage
      title="Texts"
      text="The words of your community. The shipped texts are a good start; change what differs."
    >
      {() => (
        <Card isPadded={false}>
          <ul aria-label="Texts" className="divide-y divide-line">
            <OperatorRow />
            <TextRows />
          </ul>
        </Card>
      )}
    </AdminPage>
  );
}

function OperatorRow() {
  const { data } = useQuery(communitySettingsQuery);
  const name = data?.values.operatorName;
  const state = data && (isOperatorMissing(data) ? 'Not complete yet' : name);
  return (
    <Row
      to={paths.adminSettingsOf('operator')}
      title="Who runs this community"
      text="Name, contact and hours, on the pages and in emails"
      state={state}
    />
  );
}

const TextRows = () => (
  <Loaded
    query={useQuery(textsQuery)}
    loading={
      <li>
        <LoadingRows label="Loading texts" count={5} />
      </li>
    }
    failure={{ variant: 'card', title: 'The texts could not be loaded' }}
  >
    {(texts) =>
      texts.map((text) => (
        <Row
          key={text.name}
          to={paths.adminText(text.name)}
          title={editedTitles[text.name]}
          text={explanations[text.name]}
          state={stateOf(text)}
        />
      ))
    }
  </Loaded>
);

const stateOf = ({ isShipped, publishedAt, publishedBy }: TextSummary): string => {
  if (isShipped || publishedAt === null) return 'Shipped text';
  const date = formatDate(publishedAt);
  return publishedBy === null ? `Edited ${date}` : `Edited ${date} by ${publishedBy.displayName}`;
};

type RowProps = { to: string; title: string; text: string; state: ReactNode };

const Row = ({ to, title, text, state }: RowProps) => (
  <li>
    <Link
      to={to}
      className="flex min-h-16 items-center gap-4 px-4 py-3 text-sm transition-colors hover:bg-primary-soft focus-visible:-outline-offset-2 md:px-6"
    >
      <span className="grid min-w-0 flex-1 gap-x-4 md:grid-cols-[minmax(0,1fr)_minmax(0,14rem)] md:items-center">
        <span className="min-w-0">
          <span className="block font-semibold text-ink">{title}</span>
          <span className="block text-muted">{text}</span>
        </span>
        <span className="wrap-anywhere text-muted md:text-end">{state}</span>
      </span>
      <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted rtl:-scale-x-100" />
    </Link>
  </li>
);
