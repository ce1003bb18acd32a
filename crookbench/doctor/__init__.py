"""Who is tested: a scripted baseline, a model, or a person."""
