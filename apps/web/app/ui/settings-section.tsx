import { type ReactNode, type Ref, useId, useRef } from 'react';
import { Card } from './card.tsx';
import { useFocusKept } from './focus-keeper.tsx';

type SettingsSectionProps = {
  title: string;
  /** What the choices below mean. */
  text: string;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/**
 * What it is about, and beside it, where there is room, what can be chosen. It keeps the keyboard's place when a button goes
 * with what it was for.
 */
export function SettingsSection({ title, text, headingRef, children }: SettingsSectionProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  useFocusKept(ref);
  return (
    <Card
      as="section"
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[min(15rem,35%)_minmax(0,1fr)] lg:gap-8"
    >
      <div>
        <h2 id={id} ref={headingRef} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      <div>{children}</div>
    </Card>
  );
}
