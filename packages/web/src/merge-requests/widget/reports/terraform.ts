import type { TerraformReport } from '@tributary/contract/merge-requests/tool-reports.ts';
import { plural } from '../../../lib/format.ts';
import type { ReportDefinition, ReportItem } from './report-model.ts';

function toItem(plan: TerraformReport['plans'][number]): ReportItem {
  const job = { key: plan.job_path, href: plan.job_path };
  if ('tf_report_error' in plan) {
    return {
      ...job,
      status: { group: 'failed', label: 'Failed' },
      text: `The job ${plan.job_name} failed to generate a report.`,
      subtext: 'Generating the report caused an error.',
    };
  }
  return {
    ...job,
    status: { group: 'success', label: 'Generated' },
    text: `The report ${plan.job_name} was generated in your pipelines.`,
    subtext: `Reported resource changes: ${plan.create} to add, ${plan.update} to change, ${plan.delete} to delete`,
  };
}

export const terraform: ReportDefinition<TerraformReport> = {
  name: 'Terraform',
  loading: 'Loading Terraform reports…',
  failure: 'Terraform: Failed to load Terraform reports',
  view: ({ plans }) => {
    const failed = plans.filter((plan) => 'tf_report_error' in plan).length;
    const good = plans.length - failed;
    const failure =
      failed === 1 ? 'A Terraform report failed to generate' : `${failed} Terraform reports failed to generate`;
    const success = `${plural(good, 'Terraform report was', 'Terraform reports were')} generated in your pipelines`;
    return {
      group: failed > 0 ? 'failed' : 'success',
      status: failed > 0 ? 'Failed' : 'Generated',
      summary: good > 0 ? success : failure,
      ...(good > 0 && failed > 0 && { subtitle: failure }),
      items: plans.map(toItem),
    };
  },
};
