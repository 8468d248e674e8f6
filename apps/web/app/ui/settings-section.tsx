import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { useLocation } from 'react-router';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';
import { useFocusRestored, useFocusWhenReady } from './focus.tsx';
import { Loaded } from './loaded.tsx';

type SettingsSectionProps = {
  /** Anchor for links to this section. */
  id?: string;
  title: string;
  /** Explains the settings below. */
  text: ReactNode;
  headingRef?: Ref<HTMLHeadingElement>;
  /** The section's button, beside the explanation. */
  action?: ReactNode;
  children?: ReactNode;
};

/**
 * A settings section: an explanation, and its controls below. A single button stands beside the explanation. The section
 * keeps the focus when a focused button disappears.
 */
export function SettingsSection({ id, title, text, headingRef, action, children }: SettingsSectionProps) {
  const titleId = useId();
  const ref = useFocusWhenReady<HTMLDivElement>(useLocation().hash === `#${id}`);
  useFocusRestored(ref);
  return (
    <Card
      as="section"
      ref={ref}
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="flex scroll-mt-20 flex-col gap-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="max-w-[60ch] min-w-0 flex-1 basis-56">
          <h2 id={titleId} ref={headingRef} tabIndex={-1} className="text-lg outline-none">
            {title}
          </h2>
          <p className="mt-1 text-sm text-muted">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </Card>
  );
}

/**
 * Rows with the label at the start and the control at the end, for `Select` and `Checkbox`. A control that does not fit
 * beside its label is below it.
 */
export const SettingsRows = ({ children }: { children: ReactNode }) => (
  <div
    className={classNames(
      '-mb-3 divide-y divide-line border-t border-line [&>*]:py-3',
      '[&>div]:flex-row [&>div]:flex-wrap [&>div]:items-center [&>div]:justify-between [&>div]:gap-x-3',
      '[&>div>fieldset]:w-full [&>div>fieldset]:min-w-0 [&>div>label]:flex-[1_1_5rem] [&>div>span]:min-w-[min(11rem,100%)] [&>div>span]:sm:min-w-48 [&>div>p]:basis-full',
      '[&_label:has([type=checkbox])]:w-full [&_label:has([type=checkbox])]:flex-row-reverse [&_label:has([type=checkbox])]:justify-between',
    )}
  >
    {children}
  </div>
);

/** Links as rows of equal height. Takes `<Link>` and `<a>` elements. */
export const SettingsLinks = ({ children }: { children: ReactNode[] }) => (
  <ul className="-mb-3 divide-y divide-line border-t border-line">
    {children.map((link, index) => (
      <li
        key={index}
        className="relative flex items-center gap-3 hover:bg-primary-soft [&>a]:flex [&>a]:min-h-12 [&>a]:flex-1 [&>a]:items-center [&>a]:text-sm [&>a]:font-semibold [&>a]:after:absolute [&>a]:after:inset-0"
      >
        {link}
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" className="text-muted rtl:-scale-x-100" />
      </li>
    ))}
  </ul>
);

type LoadedSettingsProps<Data> = Omit<SettingsSectionProps, 'children'> &
  Pick<ComponentProps<typeof Loaded<Data>>, 'query' | 'loading' | 'children'> & { failedText?: string };

/** A settings section whose content loads. */
export const LoadedSettings = <Data,>(props: LoadedSettingsProps<Data>) => {
  const { query, loading, failedText = 'Your settings could not be loaded.', children, ...section } = props;
  return (
    <SettingsSection {...section}>
      <Loaded query={query} loading={loading} failure={{ variant: 'banner', text: failedText }}>
        {children}
      </Loaded>
    </SettingsSection>
  );
};
