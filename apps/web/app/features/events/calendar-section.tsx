import { Button } from '../../ui/button.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { CalendarDialog } from './calendar-dialog-button.tsx';

/** The section of the settings about the private calendar address. */
export const CalendarSection = () => (
  <SettingsSection
    id="calendar"
    title="Calendar"
    text="A private address shows your events in your own calendar."
    action={<CalendarDialog trigger={<Button variant="secondary">Calendar address</Button>} />}
  />
);
