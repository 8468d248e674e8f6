import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export { ScreenError as ErrorBoundary } from '../../ui/screen-error.tsx';

/** After an account was deleted. */
export default function GoodbyeScreen() {
  return (
    <div className="px-4 py-12">
      <PageTitle>Goodbye</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="door"
        title="Your account is deleted"
        text={`Thank you for having been part of ${productName}. Take good care of yourself; you are welcome to come back one day, as somebody new.`}
        action={
          <a
            href={paths.crisis}
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            If things are hard right now, somebody listens
          </a>
        }
      />
    </div>
  );
}
