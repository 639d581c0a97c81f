import { expect, test } from 'vitest';
import { parseJunit } from './parse-junit.ts';

const parse = (text: string) => parseJunit(Buffer.from(text));

test('cases have the outcome, output and attachment that the report names', async () => {
  const cases = await parse(`<?xml version="1.0"?>
<testsuites><testsuite name="all">
  <testcase name="adds" classname="Sum" file="sum.ts" time="1,234.5"/>
  <testcase name="breaks" classname="Sum"><failure message="1 &lt; 2">at <![CDATA[<sum>]]></failure>
    <system-out>[[ATTACHMENT|shots/a.png]]</system-out></testcase>
  <testcase name="throws"><error>boom</error><failure>not this</failure></testcase>
  <testsuite><testcase name="later"><skipped/></testcase></testsuite>
</testsuite></testsuites>`);
  expect(cases).toMatchObject([
    { name: 'adds', classname: 'Sum', file: 'sum.ts', seconds: 1234.5, status: 'success', output: null },
    { name: 'breaks', status: 'failed', output: '1 < 2\nat <sum>', attachment: 'shots/a.png', file: null },
    { name: 'throws', status: 'error', output: 'boom' },
    { name: 'later', status: 'skipped', seconds: 0 },
  ]);
});

test.each([
  ['<html/>', 'not in JUnit format'],
  ['', 'is empty'],
  ['<testsuite><testcase></testsuite>', 'not well-formed'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><testsuite/>', 'internal declarations'],
  ['<testsuite>'.repeat(61), 'nested too deeply'],
])('%s is refused', async (text, reason) => {
  await expect(parse(text)).rejects.toThrow(reason);
});
