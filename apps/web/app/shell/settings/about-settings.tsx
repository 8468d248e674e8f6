import { Link } from 'react-router';
import { frameLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { SettingsLinks, SettingsSection } from '../../ui/settings-section.tsx';
import { aboutLinks } from '../navigation.ts';

export const loader = frameLoader;
export const clientLoader = screenLoader(() => undefined);

export default function AboutSettings() {
  return (
    <>
      <SettingsSection title="Reports and decisions" text="What you reported, and what moderators decided about you.">
        <SettingsLinks>
          <Link to={paths.reports}>Your reports</Link>
          <Link to={paths.decisions}>From the moderators</Link>
        </SettingsLinks>
      </SettingsSection>
      <SettingsSection title="About this community" text="Our guidelines, and how we handle your data.">
        <SettingsLinks>
          {aboutLinks.map(({ href, label }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </SettingsLinks>
      </SettingsSection>
    </>
  );
}
