import { PIPELINE_ID_TYPES, type PipelineIdType } from '@tributary/contract/ci/pipeline-id-types.ts';
import { useShell } from '../app/navigation.tsx';
import { patchPreferences } from '../app/preferences.ts';
import { Select } from '../ui/select.tsx';

const toIdType = (value: unknown): PipelineIdType => PIPELINE_ID_TYPES.find((type) => type === value) ?? 'ID';

/** The number of a pipeline that its viewer wants to see. */
export const usePipelineIdType = (): PipelineIdType =>
  toIdType(useShell().viewer?.preferences['visibility_pipeline_id_type']);

/** For those who are signed in. */
export function PipelineIdTypeSelect() {
  const { viewer } = useShell();
  const value = usePipelineIdType();
  if (viewer === null) return null;
  return (
    <Select
      label="Pipeline number"
      labelHidden
      className="w-48"
      value={value}
      onValueChange={(type) => patchPreferences({ visibility_pipeline_id_type: toIdType(type) })}
      options={[
        { value: 'ID', label: 'Show pipeline ID' },
        { value: 'IID', label: 'Show pipeline IID' },
      ]}
    />
  );
}
