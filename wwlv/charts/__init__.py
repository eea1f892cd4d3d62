"""Charts: data in, a plotly figure with its words out. No widgets, no game loop.

Import a chart from its module (`wwlv.charts.guesses`, `.stakes`, `.race`); this package itself loads nothing.
"""
