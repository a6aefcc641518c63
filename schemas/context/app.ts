/** Context fields: describes the app that the user used. */
import { text } from './field.ts'

export const app = {
  app_id: text('Bundle or package id of the app.', 'com.example.news', { maxLength: 256 }),
  app_name: text('Name of the app.', 'Example News', { maxLength: 256 }),
  app_version: text('Version of the app.', '4.12.0', { maxLength: 64 }),
}
