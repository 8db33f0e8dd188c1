import { expect, test } from 'vitest';
import * as z from 'zod';
import { rejection, unmetBySchema } from './rejection.ts';

test('a refusal says every detail, one after the other', () => {
  const unmet = [
    { condition: 'a', detail: 'First this.' },
    { condition: 'b', detail: 'Then that.' },
  ];
  expect(rejection('Rejected', unmet)).toMatchObject({ message: 'First this. Then that.', data: { unmet } });
});

test('what a schema objects to is named by JSON pointer, and its value is not repeated', () => {
  const schema = z.object({ list: z.array(z.object({ 'a/b~c': z.string('is no text') })) });
  const { error } = schema.safeParse({ list: [{ 'a/b~c': 'x' }, { 'a/b~c': 4711 }] });
  expect(unmetBySchema(error!, 'The command')).toEqual([
    { condition: '/list/1/a~1b~0c', detail: 'The command /list/1/a~1b~0c: is no text.' },
  ]);
});

test('an objection to the whole has no pointer', () => {
  const { error } = z.string('is no text').safeParse(4711);
  expect(unmetBySchema(error!, 'The command')).toEqual([{ condition: '', detail: 'The command: is no text.' }]);
});
