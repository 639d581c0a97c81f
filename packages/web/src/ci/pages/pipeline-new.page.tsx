import type { RunForm, RunPipelinePageData } from '@tributary/contract/ci/run-page.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, usePage, usePageUrl } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { refOption, refOptions } from '../../repositories/refs/ref-options.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { prefilledRows } from '../run/prefilled-rows.ts';
import { inputBody, RunInputs } from '../run/run-inputs.tsx';
import { RunVariables } from '../run/run-variables.tsx';
import { useVariableRows } from '../run/use-variable-rows.ts';

const NO_FORM: RunForm = { variables: [], inputs: [], errors: [] };

/** Runs a pipeline on a branch or tag, with variables and inputs of the user. */
export default function PipelineNewPage() {
  const { data } = usePage<RunPipelinePageData>();
  const { search, setSearch } = usePageUrl();
  const navigate = useNavigate();
  const form = data.form ?? NO_FORM;
  const [inputs, setInputs] = useState(() => Object.fromEntries(form.inputs.map(({ name, value }) => [name, value])));
  const { rows, setRows, add, filled } = useVariableRows(prefilledRows(form.variables, search));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const variables = data.canSetVariables ? filled : [];
      const body = { ref: data.ref, variables, inputs: inputBody(form.inputs, inputs) };
      const { id } = await api.post<{ id: number }>(`/${data.projectPath}/-/pipelines/run`, { body });
      await navigate(`/${data.projectPath}/-/pipelines/${id}`);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <PageBody>
      <PageHeader title="Run pipeline" />
      {problem !== null && (
        <Banner tone="danger" live className="mb-3">
          {problem}
        </Banner>
      )}
      <form
        className="flex max-w-160 flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Combobox
          label="Branch or tag"
          required
          clearable={false}
          value={refOption(data.ref)}
          load={refOptions(data.refsPath)}
          onValueChange={([chosen]) => chosen && void setSearch({ ref: chosen.text })}
        />
        {data.refusal !== null && <Banner tone="warning">{data.refusal}</Banner>}
        {data.refusal === null && data.form === null && (
          <Banner tone="warning">This branch or tag has no CI/CD configuration.</Banner>
        )}
        {form.errors.length > 0 && <Banner tone="danger">{form.errors.join(' ')}</Banner>}
        {form.inputs.length > 0 && (
          <Section title="Inputs">
            <RunInputs
              specs={form.inputs}
              values={inputs}
              onChange={(name, value) => setInputs({ ...inputs, [name]: value })}
            />
          </Section>
        )}
        {data.canSetVariables ? (
          <Section
            title="Variables"
            text="Jobs of this pipeline get these variables. They override the variables of the settings."
            actions={
              <Button size="sm" icon={Plus} onClick={add}>
                Add variable
              </Button>
            }
          >
            <RunVariables hasTypes rows={rows} onChange={setRows} />
          </Section>
        ) : (
          <p className="text-fg-muted">Your role cannot set pipeline variables in this project.</p>
        )}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={isBusy} disabled={data.form === null || form.errors.length > 0}>
            Run pipeline
          </Button>
          <Button asChild>
            <a href={`/${data.projectPath}/-/pipelines`}>Cancel</a>
          </Button>
        </div>
      </form>
    </PageBody>
  );
}
