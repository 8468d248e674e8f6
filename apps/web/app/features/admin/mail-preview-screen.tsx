import { mailPreviewFile } from '@commons/contract/mails';
import type { MailPreview } from '@commons/contract/mails/schemas';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { screenLoader } from '../../lib/query-client.ts';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Checkbox, Select } from '../../ui/choices.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { mailPreviewsQuery } from './mails.api.ts';

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchQuery(mailPreviewsQuery);
});

export default function MailPreviewScreen() {
  return (
    <AdminPage title="Preview of emails" text="Every email that the community sends, with sample data.">
      {() => <Previews />}
    </AdminPage>
  );
}

function Previews() {
  const query = useQuery(mailPreviewsQuery);
  return (
    <Loaded
      query={query}
      loading={
        <Loading label="The emails are loading" className="flex flex-col gap-4">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-[40rem] w-full" />
        </Loading>
      }
      failure={{ variant: 'card', title: 'The emails could not be loaded' }}
    >
      {(mails) => <PreviewChoice mails={mails} />}
    </Loaded>
  );
}

const views = [
  { value: 'phone', label: 'Phone' },
  { value: 'computer', label: 'Computer' },
  { value: 'text', label: 'Plain text' },
] as const;
type View = (typeof views)[number]['value'];

/** The narrowest phone, and the widest column of mail programs. */
const widths = { phone: 320, computer: 600 } as const;

/** The choices are in the address, so that a preview can be linked. */
function PreviewChoice({ mails }: { mails: readonly MailPreview[] }) {
  const [search, setSearch] = useSearchParams();
  const mail = mails.find(({ name }) => name === search.get('mail')) ?? mails[0];
  const view = views.find(({ value }) => value === search.get('view'))?.value ?? 'phone';
  const isDark = search.has('dark');
  const choose = (name: string, value: string | undefined) =>
    setSearch(
      (current) => {
        if (value === undefined) current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  if (!mail) return null;
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-xl">
        <Select
          label="Email"
          value={mail.name}
          onChange={({ target }) => choose('mail', target.value)}
          options={mails.map(({ name, sentWhen }) => ({ value: name, label: sentWhen }))}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Chips<View> label="View" options={views} value={view} onChange={(value) => choose('view', value)} />
        {view !== 'text' && (
          <Checkbox
            label="Dark mode"
            checked={isDark}
            onChange={({ target }) => choose('dark', target.checked ? '' : undefined)}
          />
        )}
      </div>
      <Preview mail={mail} view={view} isDark={isDark} />
    </div>
  );
}

type PreviewProps = { mail: MailPreview; view: View; isDark: boolean };

const Preview = ({ mail, view, isDark }: PreviewProps) => (
  <Card isPadded={false} className="overflow-clip">
    <div className="border-b border-line px-4 py-3 md:px-6">
      <h2 className="text-lg wrap-anywhere">{mail.subject}</h2>
      {mail.canUnsubscribe && <p className="text-sm text-muted">Mail programs show a button to unsubscribe.</p>}
    </div>
    {view === 'text' ? (
      <pre className="max-w-[75ch] p-4 font-text text-sm wrap-anywhere whitespace-pre-wrap md:p-6">{mail.text}</pre>
    ) : (
      <div className="overflow-x-auto bg-sunk">
        <iframe
          key={`${mail.name} ${isDark}`}
          // The preview needs no scripts, forms or pop-ups. The server's policy forbids them too.
          sandbox=""
          src={`${mailPreviewFile(mail.name)}?scheme=${isDark ? 'dark' : 'light'}`}
          title={`Email: ${mail.subject}`}
          width={widths[view]}
          height={640}
          className="mx-auto block max-w-none bg-surface"
        />
      </div>
    )}
  </Card>
);
