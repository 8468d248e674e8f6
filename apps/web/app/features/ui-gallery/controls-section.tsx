import { Heart, MessageCircle, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, RadioGroup, Select } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

const variants = ['primary', 'secondary', 'quiet', 'destructive'] as const;

export function ControlsSection() {
  const [note, setNote] = useState('Grateful for rain on the roof 🌧️');
  const [audience, setAudience] = useState<'members' | 'connections' | null>('members');
  return (
    <section className="flex flex-col gap-6">
      <h2 className="text-xl">Controls</h2>
      {variants.map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-3">
          <Button variant={variant} size="small">
            Share
          </Button>
          <Button variant={variant}>Share</Button>
          <Button variant={variant} size="large">
            Share
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} isPending>
            Sharing...
          </Button>
        </div>
      ))}
      <div className="flex items-center gap-2">
        <IconButton icon={Heart} label="Like" />
        <IconButton icon={MessageCircle} label="Comment" size="small" />
        <IconButton icon={Pencil} label="Edit" disabled />
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <TextField label="First name" autoComplete="off" placeholder="Robin" />
        <TextField
          label="Email"
          type="email"
          hint="We only write when it matters."
          defaultValue="robin@example"
          error="Please enter a valid email address"
        />
        <TextField label="City" isOptional disabled defaultValue="Lisbon" />
        <Select
          label="Category"
          options={[
            { value: 'mindfulness', label: 'Mindfulness' },
            { value: 'relationships', label: 'Relationships' },
          ]}
        />
        <TextArea
          label="Gratitude"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          limit={{ max: 200, countedIn: 'graphemes' }}
        />
        <TextArea
          label="Too long"
          defaultValue="More than ten characters"
          limit={{ max: 10 }}
          error="Please keep it within 10 characters"
        />
        <RadioGroup
          label="Visible to"
          options={[
            { value: 'members', label: 'All members' },
            { value: 'connections', label: 'My connections' },
          ]}
          value={audience}
          onChange={setAudience}
        />
        <Checkbox label="I am 18 or over" />
        <Checkbox label="I am 18 or over" error="Please confirm that you are 18 or over" />
      </div>
    </section>
  );
}
