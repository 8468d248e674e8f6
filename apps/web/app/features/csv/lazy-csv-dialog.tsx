import { FailedDialog, lazyComponent } from '../../ui/lazy-component.tsx';

export const CsvDialog = lazyComponent(() => import('./csv-dialog.tsx'), {
  failed: (failure, props) => <FailedDialog failure={failure} {...props} />,
});
