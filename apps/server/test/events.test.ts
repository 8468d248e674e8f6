import { expect, test } from 'vitest';
import { features } from '../src/app.ts';
import { subscribersOf } from '../src/community/feature.ts';

const lockingFeatures = features
  .flatMap(({ name, lockOrder }) => (lockOrder === undefined ? [] : { name, lockOrder }))
  .toSorted((one, other) => one.lockOrder - other.lockOrder);

test('each feature with subscribers has its own place in the lock order', () => {
  const places = lockingFeatures.map(({ lockOrder }) => lockOrder);
  expect(new Set(places).size).toBe(places.length);
});

test('subscribers run in the lock order of their features, wherever a feature is listed', () => {
  const places = subscribersOf(features.toReversed()).map(({ lockOrder }) => lockOrder);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('docs/events.md lists all subscribers', async () => {
  const byEvent = [...Map.groupBy(subscribersOf(features), ({ event }) => event.name)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  const rows = byEvent.flatMap(([event, subscribers]) =>
    subscribers.map(({ feature, effect }) => `| \`${event}\` | ${feature} | ${effect} |`),
  );
  await expect(`# Events

A feature announces an event in its transaction (\`work.emit\`). The subscribers of other features act in the same transaction, in
the order of this table. If one fails, everything is rolled back.

Two transactions could wait for each other if they locked rows in different orders. So each feature with subscribers has a number,
\`lockOrder\` in its \`index.ts\`, and lower numbers run first:
${lockingFeatures.map(({ name, lockOrder }) => `${name} (${lockOrder})`).join(', ')}.

| event | feature | effect |
| --- | --- | --- |
${rows.join('\n')}

This page is generated from the \`subscribers\` of the features. After a change, run \`npm run docs\`.
`).toMatchFileSnapshot('../../../docs/events.md');
});
