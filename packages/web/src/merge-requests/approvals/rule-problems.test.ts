import { expect, test } from 'vitest';
import { ruleProblems } from './rule-problems.ts';

const fine = { name: 'Team', required: '1', approvers: 1, branch: 'all' };
const facts = { isAny: false, least: 1, branches: ['all', '7'] };

test.each([
  [{}, {}, {}],
  [{ name: ' ' }, {}, { name: 'Please provide a name' }],
  [{ required: '-1' }, {}, { required: 'Please enter a non-negative number' }],
  [{ required: '' }, {}, { required: 'Please enter a valid number' }],
  [{ required: '1.5' }, {}, { required: 'Please enter a valid number' }],
  [{ required: 'many' }, {}, { required: 'Please enter a valid number' }],
  [{ required: '1' }, { least: 2 }, { required: 'Please enter a number greater than 1 (from project settings)' }],
  [{ approvers: 0 }, {}, { approvers: 'Please select and add a member' }],
  [{ branch: '8' }, {}, { branch: 'Please select a valid target branch' }],
  [{ name: '', approvers: 0, branch: undefined }, { isAny: true }, {}],
])('%j %j', (values, changed, problems) => {
  expect(ruleProblems({ ...fine, ...values }, { ...facts, ...changed })).toEqual(problems);
});
