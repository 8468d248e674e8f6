import { type TextName, textNames, textTitles } from '@commons/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { screenLoader } from '../../../lib/query-client.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from '../admin-page.tsx';
import { TextEditor } from './text-editor.tsx';
import { textQuery, textVersionsQuery } from './texts.api.ts';

const nameOf = (parameter: string | undefined): TextName | undefined => textNames.find((name) => name === parameter);

export const loader = adminLoader;
export const clientLoader = screenLoader<'name'>((queryClient, params) => {
  const name = nameOf(params.name);
  if (!name || !mayBeAdmin()) return;
  void queryClient.prefetchQuery(textQuery(name));
  void queryClient.prefetchInfiniteQuery(textVersionsQuery(name));
});

/** The editor of one text, with its history. */
export default function TextScreen() {
  const name = nameOf(useParams()['name']);
  return (
    <AdminPage
      title={name ? textTitles[name] : 'Texts'}
      text="Everybody sees a new version within two seconds after you publish it."
    >
      {({ id }) => (
        <>
          <BackLink to={paths.adminTexts}>All texts</BackLink>
          {name ? (
            <Text name={name} viewerId={id} />
          ) : (
            <NoticeCard
              picture="search"
              title="There is no such text"
              text="The address may be incomplete."
              link={{ to: paths.adminTexts, label: 'All texts' }}
            />
          )}
        </>
      )}
    </AdminPage>
  );
}

const Text = ({ name, viewerId }: { name: TextName; viewerId: string }) => (
  <Loaded
    query={useQuery(textQuery(name))}
    loading={<Skeleton className="h-96 rounded-card" />}
    failure={{ variant: 'card', title: 'The text could not be loaded' }}
  >
    {/* A new version starts a new form. */}
    {(text) => <TextEditor key={`${name} ${text.revision}`} text={text} viewerId={viewerId} />}
  </Loaded>
);
