import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { screenLoader } from '../../../lib/query-client.ts';
import { showToast } from '../../../lib/toast-store.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { OperatorForm, operatorSettingsQuery } from '../../operator/index.ts';
import { adminLoader, AdminPage, mayBeAdmin } from '../admin-page.tsx';

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchQuery(operatorSettingsQuery);
});

export default function OperatorScreen() {
  return (
    <AdminPage
      title="Who runs this community"
      text="On the privacy page, in the guidelines, on the landing page and in emails. Empty fields are not shown."
    >
      {() => (
        <div className="flex max-w-160 flex-col gap-4">
          <BackLink to={paths.adminTexts}>All texts</BackLink>
          <Operator />
        </div>
      )}
    </AdminPage>
  );
}

const Operator = () => (
  <Loaded
    query={useQuery(operatorSettingsQuery)}
    loading={<Skeleton className="h-96 rounded-card" />}
    failure={{ variant: 'card', title: 'The settings could not be loaded' }}
  >
    {(settings) => (
      <Card>
        <OperatorForm settings={settings} submitLabel="Save" onDone={() => showToast({ title: 'Saved' })} />
      </Card>
    )}
  </Loaded>
);
