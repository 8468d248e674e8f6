import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { useLocation } from 'react-router';
import { Card } from './card.tsx';
import { useFocusRestored, useFocusWhenReady } from './focus.tsx';
import { Loaded } from './loaded.tsx';

type SettingsSectionProps = {
  /** Anchor for links to this section. */
  id?: string;
  title: string;
  /** Explains the settings below. */
  text: string;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/**
 * A settings section. On wide screens, the controls are beside the explanation. It keeps the focus when a focused
 * button disappears.
 */
export function SettingsSection({ id, title, text, headingRef, children }: SettingsSectionProps) {
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
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[min(15rem,35%)_minmax(0,1fr)] lg:gap-8"
    >
      <div>
        <h2 id={titleId} ref={headingRef} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      <div>{children}</div>
    </Card>
  );
}

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
