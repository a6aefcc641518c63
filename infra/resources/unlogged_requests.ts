/** Observability: keeps the request log of a function out of Cloud Logging, because its URLs hold what logs must not. */
import { logging } from '@pulumi/gcp'
import type { Output, Resource } from '@pulumi/pulumi'

/** Excludes the request log of a Cloud Run service.
 * https://cloud.google.com/logging/docs/export/configure_export_v2#filter-examples */
export function keepOutOfLogs(
  { name, service, description }: { name: string; service: Output<string>; description: string },
  parent: Resource,
): Resource {
  const filter = service.apply(
    (text) =>
      `resource.type="cloud_run_revision" AND resource.labels.service_name="${text}" AND log_id("run.googleapis.com/requests")`,
  )
  return new logging.ProjectExclusion(
    `${name}-requests`,
    { name: `sluice-${name}-requests`, description, filter },
    { parent },
  )
}
